// The ends of sentences; python/sentences.py says what each function does and is held against this
// one by tests.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sentences/ends.h"
#include "sentences/signs.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;
using namespace sumscope::sentences;

namespace {

// The text in UTF-8; false for one that has none, because half a character stands in it.
bool utf8(nb::handle text, std::string_view& found) {
    if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a text is a str");
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) {
        PyErr_Clear();
        return false;
    }
    found = {data, static_cast<std::size_t>(size)};
    return true;
}

nb::object to_str(std::string_view text) {
    nb::object made = nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict"));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

// The words that can stand in foreseen text, in signs.
std::vector<std::string> spelled(nb::iterable words) {
    std::vector<std::string> made;
    Signs signs;
    for (nb::handle word : words) {
        if (!PyUnicode_Check(word.ptr())) throw nb::type_error("words are str");
        std::string_view text;
        if (utf8(word, text) && signs.read(text))
            made.emplace_back(signs.all.begin(), signs.all.end());
    }
    return made;
}

class Splitter {
  public:
    Splitter(nb::iterable abbreviations, nb::iterable exclaimed, nb::iterable sections) {
        for (std::string& word : spelled(abbreviations)) words_.abbreviations.insert(word);
        words_.exclaimed = spelled(exclaimed);
        words_.sections = spelled(sections);
        words_.sections.emplace_back("#");
    }

    nb::object boundaries(nb::handle text) const {
        Interrupt interrupt;
        Prose prose(words_, interrupt);
        std::string_view bytes;
        Signs signs;
        if (!utf8(text, bytes) || !signs.read(bytes) || !prose.find(signs, signs.all.size()))
            return nb::none();
        nb::list sure, doubts;
        for (const std::size_t place : prose.sure)
            if (place > 0 || signs.all.empty()) sure.append(place);
        for (const Doubt& doubt : prose.doubts)
            doubts.append(nb::make_tuple(doubt.before, doubt.place, doubt.after));
        return nb::make_tuple(sure, doubts);
    }

    nb::object sentences(nb::handle text) const {
        Interrupt interrupt;
        Work work(words_, interrupt);
        return split(text, work);
    }

    nb::list sentences_many(nb::handle texts) const {
        Interrupt interrupt;
        Work work(words_, interrupt);
        nb::list made;
        for (nb::handle text : nb::borrow<nb::iterable>(texts)) {
            const nb::object held = nb::borrow(text);
            made.append(split(held, work));
            interrupt.spend(256);
        }
        return made;
    }

  private:
    // What one call uses again for every text.
    struct Work {
        Work(const Words& words, Interrupt& interrupt) : prose(words, interrupt) {}
        Prose prose;
        Signs signs;
        std::vector<nb::object> parts;
    };

    static nb::object split(nb::handle text, Work& work) {
        std::string_view bytes;
        // A character takes three bytes here at most.
        if (!utf8(text, bytes) || bytes.size() > 3 * kLongestText || !work.signs.read(bytes))
            return nb::none();
        const std::vector<Sign>& signs = work.signs.all;
        std::size_t size = signs.size();
        while (size > 0 && is(signs[size - 1], kSpace)) size--;
        if (size == 0 || signs.size() > kLongestText || is_endless(signs)) return nb::none();
        if ((work.signs.kinds & kLine) && (is_wrapped(signs) || has_blank_end(signs, size)))
            return nb::none();
        if (!work.prose.find(work.signs, size) || !work.prose.doubts.empty()) return nb::none();
        work.parts.clear();
        std::size_t from = 0;
        for (const std::size_t end : work.prose.sure) {
            std::size_t to = end;
            while (from < to && is(signs[from], kSpace)) from++;
            while (to > from && is(signs[to - 1], kSpace)) to--;
            if (to > from) {
                const std::size_t start = work.signs.place(from, bytes.size());
                const std::size_t past = work.signs.place(to, bytes.size());
                work.parts.push_back(to - from == signs.size()
                                         ? nb::borrow(text)
                                         : to_str(bytes.substr(start, past - start)));
            }
            from = end;
        }
        nb::object made = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(work.parts.size())));
        if (!made.is_valid()) throw nb::python_error();
        for (std::size_t i = 0; i < work.parts.size(); i++)
            if (PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(i),
                                work.parts[i].release().ptr()) != 0)
                throw nb::python_error();
        work.parts.clear();
        return made;
    }

    // Whether a blank line stands after the last sentence.
    static bool has_blank_end(const std::vector<Sign>& signs, std::size_t from) {
        return std::count(signs.begin() + static_cast<std::ptrdiff_t>(from), signs.end(), '\n') > 1;
    }

    Words words_;
};

}  // namespace

NB_MODULE(_sentences, m) {
    m.doc() = "The ends of sentences in C++; python.sentences says what each function does.";

    nb::class_<Splitter>(m, "Splitter", "Finds the ends of sentences in one language.")
        .def(nb::init<nb::iterable, nb::iterable, nb::iterable>(), "abbreviations"_a, "exclaimed"_a,
             "sections"_a)
        .def("boundaries", &Splitter::boundaries, "text"_a, "The sure ends, and those in doubt.")
        .def("sentences", &Splitter::sentences, "text"_a, "The sentences, or None.")
        .def("sentences_many", &Splitter::sentences_many, "texts"_a, "`sentences` for each text.");
}
