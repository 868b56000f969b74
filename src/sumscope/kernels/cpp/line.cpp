// A line of a corpus at a glance: what a measure of summaries needs of an ordinary topic.
//
// The readable twin is python/line.py. Anything out of the ordinary, an error too, gives None: the
// slow reader of corpora then reads the line and says what is wrong.

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "line/json.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;
using namespace sumscope::line;

namespace {

nb::object to_str(std::string_view text) {
    nb::object value = nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict"));
    if (!value.is_valid()) throw nb::python_error();
    return value;
}

nb::object to_tuple(std::vector<nb::object>&& values) {
    nb::object made = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
    if (!made.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(i), values[i].release().ptr()) != 0)
            throw nb::python_error();
    }
    return made;
}

enum class Group { documents, references, peers };

class Reader {
  public:
    explicit Reader(std::string_view raw) : scanner_(raw), size_(raw.size()) {}

    nb::object topic() {
        interrupt_.spend(size_);
        nb::object name, lang = nb::none(), references = to_tuple({}), peers = to_tuple({});
        std::vector<nb::object> others;
        Scanner::Keys keys;
        scanner_.members([&](std::string_view key) {
            keys.add(key);
            if (key == "id") {
                name = to_str(id());
            } else if (key == "lang") {
                if (scanner_.peek() == 'n') {
                    scanner_.word("null");
                } else {
                    lang = string();
                }
            } else if (key == "documents") {
                texts(Group::documents);
            } else if (key == "references") {
                references = to_tuple(texts(Group::references));
            } else if (key == "peers") {
                peers = to_tuple(texts(Group::peers));
            } else if (key == "judgements") {
                judgements();
            } else if (key == "covers" || key == "preferences") {
                throw Unusual();
            } else {
                others.push_back(to_str(key));
                scanner_.skip();
            }
        });
        keys.check();
        if (!scanner_.done() || !name.is_valid()) throw Unusual();
        return nb::make_tuple(name, lang, references, peers, to_tuple(std::move(others)));
    }

  private:
    nb::object string() {
        const Quoted found = scanner_.string();
        return found.plain ? to_str(found.raw) : to_str(unescaped(found.raw));
    }

    std::string_view id() {
        const std::string_view found = scanner_.bytes(scanner_.string());
        if (found.empty()) throw Unusual();
        return found;
    }

    std::vector<nb::object> texts(Group group) {
        std::vector<nb::object> rows;
        Scanner::Keys names;
        scanner_.items([&] {
            rows.push_back(text(group, names));
            interrupt_.spend(64);
        });
        names.check();
        return rows;
    }

    // (id, human, text or None, sentences or None); of a document, which is only checked, None.
    nb::object text(Group group, Scanner::Keys& names) {
        const bool kept = group != Group::documents;
        bool named = false, human = false, written = false, split = false;
        nb::object name = nb::none(), whole = nb::none(), sentences = nb::none();
        Scanner::Keys keys;
        scanner_.members([&](std::string_view key) {
            keys.add(key);
            if (key == "id") {
                const std::string_view found = id();
                names.add(found);
                named = true;
                if (kept) name = to_str(found);
            } else if (key == "text") {
                written = true;
                if (kept) {
                    whole = string();
                } else {
                    scanner_.string();
                }
            } else if (key == "sentences") {
                split = true;
                sentences = read_sentences(kept);
            } else if (group == Group::peers && key == "extract") {
                throw Unusual();
            } else if (group == Group::peers && key == "human") {
                human = scanner_.peek() == 't';
                scanner_.word(human ? "true" : "false");
            } else if (group == Group::documents && key == "date" && scanner_.peek() != 'n') {
                scanner_.string();
            } else {
                scanner_.skip();
            }
        });
        keys.check();
        if (!named || written == split) throw Unusual();
        return kept ? nb::object(nb::make_tuple(name, human, whole, sentences)) : nb::none();
    }

    nb::object read_sentences(bool kept) {
        std::vector<nb::object> found;
        scanner_.items([&] {
            if (kept) {
                found.push_back(string());
            } else {
                scanner_.string();
            }
        });
        return kept ? to_tuple(std::move(found)) : nb::none();
    }

    // By peer and name: a number, null, or numbers by judge.
    void judgements() {
        named([this] {
            named([this] {
                if (scanner_.peek() == '{') {
                    named([this] { number(); }, true);
                } else {
                    number();
                }
            });
        });
    }

    void number() {
        if (scanner_.peek() == 'n') {
            scanner_.word("null");
        } else {
            scanner_.number();
        }
    }

    template <class Value>
    void named(Value&& value, bool full = false) {
        Scanner::Keys keys;
        scanner_.members([&](std::string_view key) {
            if (full && key.empty()) throw Unusual();
            keys.add(key);
            value();
        });
        keys.check();
    }

    Scanner scanner_;
    std::size_t size_;
    Interrupt interrupt_;
};

nb::object glance(const nb::bytes& raw) {
    try {
        return Reader({raw.c_str(), raw.size()}).topic();
    } catch (const Unusual&) {
        return nb::none();
    }
}

}  // namespace

NB_MODULE(_line, m) {
    m.doc() = "A line of a corpus at a glance; python.line says what the function does.";
    m.def("glance", &glance, "raw"_a.noconvert());
}
