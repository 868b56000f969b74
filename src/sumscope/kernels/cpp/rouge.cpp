// ROUGE's counts; python/rouge says what each function does and is held against this one by tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rouge/pairing.h"
#include "rouge/text.h"
#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;
using namespace sumscope::rouge;

namespace {

// The bytes of a str, kept alive by `keep` where lone surrogates made a copy necessary.
std::string_view utf8(nb::handle text, std::vector<nb::object>& keep) {
    if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a sentence is a str");
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
        return {data, static_cast<std::size_t>(size)};
    PyErr_Clear();
    nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    char* data = nullptr;
    if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw nb::python_error();
    keep.push_back(std::move(bytes));
    return {data, static_cast<std::size_t>(size)};
}

nb::object to_str(std::string_view word) {
    nb::object made = nb::steal(
        PyUnicode_DecodeUTF8(word.data(), static_cast<Py_ssize_t>(word.size()), "surrogatepass"));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

nb::str stem(const Encoder& self, const nb::str& word) {
    std::vector<nb::object> keep;
    return nb::borrow<nb::str>(to_str(self.stem(std::string(utf8(word, keep)))));
}

// A str is one sentence a line; anything else gives its sentences.
std::unique_ptr<Text> encode_one(Encoder& self, nb::handle text, Interrupt& interrupt) {
    std::vector<std::string_view> views;
    std::vector<nb::object> keep;
    if (PyUnicode_Check(text.ptr())) {
        const std::string_view all = utf8(text, keep);
        for (std::size_t from = 0, to; from <= all.size(); from = to + 1) {
            to = std::min(all.find('\n', from), all.size());
            views.push_back(all.substr(from, to - from));
            interrupt.spend(16);
        }
    } else {
        for (nb::handle sentence : nb::borrow<nb::iterable>(text)) {
            keep.push_back(nb::borrow(sentence));
            views.push_back(utf8(sentence, keep));
        }
    }
    return self.encode(views, interrupt);
}

std::unique_ptr<Text> encode(Encoder& self, nb::handle text) {
    Interrupt interrupt;
    return encode_one(self, text, interrupt);
}

nb::list encode_many(Encoder& self, nb::iterable texts) {
    nb::list out;
    Interrupt interrupt;
    for (nb::handle text : texts) {
        out.append(nb::cast(encode_one(self, text, interrupt)));
        interrupt.spend(256);
    }
    return out;
}

std::unique_ptr<Text> encode_tokens(Encoder& self, nb::iterable sentences) {
    auto text = self.fresh();
    Interrupt interrupt;
    std::vector<nb::object> keep;
    for (nb::handle sentence : sentences) {
        for (nb::handle word : nb::borrow<nb::iterable>(sentence)) {
            text->run.ids.push_back(text->lexicon->number(utf8(word, keep)));
            keep.clear();
            interrupt.spend(32);
        }
        text->run.close();
    }
    return text;
}

template <typename Make>
nb::list by_sentence(const Run& run, Make make) {
    nb::list out;
    for (std::size_t s = 0; s < run.sentences(); s++) {
        nb::list words;
        for (std::size_t i = run.starts[s]; i < run.starts[s + 1]; i++)
            words.append(make(run.ids[i]));
        out.append(std::move(words));
    }
    return out;
}

nb::list tokens(const Text& text) {
    std::unordered_map<Id, nb::object> made;
    return by_sentence(text.run, [&](Id id) {
        nb::object& word = made[id];
        if (!word.is_valid()) word = to_str(text.lexicon->words.key(id));
        return word;
    });
}

std::vector<std::size_t> lengths(const Text& text) {
    const std::vector<std::size_t>& starts = text.run.starts;
    std::vector<std::size_t> out;
    for (std::size_t s = 0; s + 1 < starts.size(); s++) out.push_back(starts[s + 1] - starts[s]);
    return out;
}

nb::tuple number(std::vector<const Text*> texts) {
    StringMap words;
    nb::list ids, names;
    for (const Text* text : texts) {
        std::unordered_map<Id, Id> seen;
        ids.append(by_sentence(text->run, [&](Id id) {
            const auto known = seen.find(id);
            if (known != seen.end()) return known->second;
            const std::string_view word = text->lexicon->words.key(id);
            const std::uint64_t hash = hash_of(word);
            Id index = words.find(word, hash);
            if (index == kNone) {
                index = words.add(word, hash, 0);
                names.append(to_str(word));
            }
            seen.emplace(id, index);
            return index;
        }));
    }
    return nb::make_tuple(std::move(ids), std::move(names));
}

nb::tuple whole(const Counts& counts) {
    return nb::make_tuple(static_cast<Number>(counts.hits), static_cast<Number>(counts.reference),
                          static_cast<Number>(counts.peer));
}

// One measure: what is counted, with its numbers.
struct Spec {
    enum Kind { kNgrams, kSkips, kLcs, kWlcs } kind;
    long long number = 0;
    bool flag = false;
    double weight = 0;

    // Words times words up to which a subsequence is found in minutes.
    double most() const {
        return kind == kLcs ? 1e12 : kind == kWlcs ? 2e10 : std::numeric_limits<double>::infinity();
    }

    Counts count(Pairing& pairing) const {
        switch (kind) {
            case kNgrams:
                return pairing.ngrams(static_cast<int>(number), flag);
            case kSkips:
                return pairing.skips(number, flag);
            case kLcs:
                return pairing.lcs();
            default:
                return pairing.wlcs(weight);
        }
    }
};

// The number of a spec, or an error that says what is wanted.
template <class T>
T part_of(const nb::tuple& spec, std::size_t at, const char* what) {
    T value{};
    if (at >= spec.size() || !nb::try_cast<T>(spec[at], value)) throw std::invalid_argument(what);
    return value;
}

Spec checked(Spec spec) {
    require(spec.kind != Spec::kNgrams || (spec.number >= 1 && spec.number <= 9), "n is 1 to 9");
    require(spec.kind != Spec::kWlcs || (std::isfinite(spec.weight) && spec.weight >= 0),
            "the weight of ROUGE-W is a number from 0 up");
    return spec;
}

Spec read_spec(nb::handle given) {
    nb::tuple parts;
    require(nb::try_cast<nb::tuple>(given, parts) && parts.size() > 0,
            "a count is a tuple: its name, then its numbers");
    const auto name = part_of<std::string>(parts, 0, "the name of a count is a str");
    Spec spec{};
    std::size_t size = 1;
    if (name == "ngrams" || name == "skips") {
        spec.kind = name == "ngrams" ? Spec::kNgrams : Spec::kSkips;
        spec.number = part_of<long long>(parts, 1, "ngrams and skips take a number and a bool");
        spec.flag = part_of<bool>(parts, 2, "ngrams and skips take a number and a bool");
        size = 3;
    } else if (name == "lcs") {
        spec.kind = Spec::kLcs;
    } else if (name == "wlcs") {
        spec.kind = Spec::kWlcs;
        spec.weight = part_of<double>(parts, 1, "wlcs takes a weight");
        size = 2;
    } else {
        throw std::invalid_argument("a count is ngrams, skips, lcs or wlcs");
    }
    require(parts.size() == size, "a count has more numbers than it takes");
    return checked(spec);
}

Counts count_one(const Text& reference, const Text& peer, const Spec& spec) {
    checked(spec);
    Interrupt interrupt;
    local_of(reference, interrupt);
    nb::gil_scoped_release release;
    Pairing pairing(interrupt);
    pairing.set(reference, peer);
    return spec.count(pairing);
}

const Text* text_of(nb::handle given) {
    const Text* text = nullptr;
    if (!nb::try_cast<const Text*>(given, text) || text == nullptr)
        throw nb::type_error("references and peers are Texts");
    return text;
}

using Pairs = std::vector<std::pair<const Text*, const Text*>>;

// The pairs in an order in which those of one reference come after each other.
std::vector<std::size_t> by_reference(const Pairs& pairs) {
    std::vector<std::size_t> order(pairs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::unordered_map<const Text*, std::size_t> first;
    bool grouped = true;
    for (std::size_t i = 0; i < pairs.size(); i++) {
        if (i > 0 && pairs[i].first == pairs[i - 1].first) continue;
        grouped = first.emplace(pairs[i].first, i).second && grouped;
    }
    if (!grouped)
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return first.find(pairs[a].first)->second < first.find(pairs[b].first)->second;
        });
    return order;
}

Out<double, 3> counts_of(nb::list references, nb::list peers, nb::list specs) {
    require(references.size() == peers.size(), "as many references as peers");
    std::vector<Spec> kinds;
    for (nb::handle spec : specs) kinds.push_back(read_spec(spec));
    Interrupt interrupt;
    // Other threads may change the lists while Python runs: hold on to what is worked with.
    std::vector<nb::object> keep;
    Pairs pairs;
    pairs.reserve(peers.size());
    keep.reserve(2 * peers.size());
    for (nb::handle text : references) keep.push_back(nb::borrow(text));
    for (nb::handle text : peers) keep.push_back(nb::borrow(text));
    const std::size_t size = keep.size() / 2;
    for (std::size_t i = 0; i < size; i++) {
        pairs.emplace_back(text_of(keep[i]), text_of(keep[size + i]));
        local_of(*pairs.back().first, interrupt);
    }
    const std::size_t width = kinds.size();
    std::vector<double> made(size * width * 3);
    {
        nb::gil_scoped_release release;
        Pairing pairing(interrupt, size);
        for (const std::size_t pair : by_reference(pairs)) {
            const auto& [reference, peer] = pairs[pair];
            pairing.set(*reference, *peer);
            const double words = 1.0 * reference->run.ids.size() * peer->run.ids.size();
            double* out = made.data() + pair * width * 3;
            for (const Spec& spec : kinds) {
                require(words <= spec.most(), "the texts are too long for common subsequences");
                const Counts counts = spec.count(pairing);
                *out++ = counts.hits;
                *out++ = counts.reference;
                *out++ = counts.peer;
            }
            interrupt.spend(256);
        }
    }
    return to_array<3>(std::move(made), {size, width, 3});
}

}  // namespace

NB_MODULE(_rouge, m) {
    m.doc() = "ROUGE's counts in C++; sumscope.kernels.python.rouge describes every function.";

    nb::class_<Text>(m, "Text", "A text as sentences of words; made by an `Encoder`.")
        .def("tokens", &tokens, "The words by sentence.")
        .def("lengths", &lengths, "The number of words of every sentence.")
        .def("__len__", [](const Text& text) { return text.run.ids.size(); });

    nb::class_<Encoder>(m, "Encoder", "Turns sentences into words under one set of options.")
        .def(nb::init<Encoder::Exceptions, const std::vector<std::string>&, bool, long long,
                      long long, bool>(),
             "exceptions"_a, "stop_words"_a, "stem"_a = true, "words"_a = 0, "bytes"_a = 0,
             "nltk"_a = false)
        .def("stem", &stem, "word"_a, "The stem of a lower-case word as under `-m`.")
        .def("encode", &encode, "text"_a, "Cut, find words, leave out stop words, stem.")
        .def("encode_many", &encode_many, "texts"_a, "`encode` for each text.")
        .def("encode_tokens", &encode_tokens, "sentences"_a, "A text of given words.");

    m.def("number", &number, "texts"_a, "Word numbers by text and sentence, and the words.");
    m.def(
        "ngrams",
        [](const Text& reference, const Text& peer, int n, bool across) {
            return whole(count_one(reference, peer, {Spec::kNgrams, n, across, 0}));
        },
        "reference"_a, "peer"_a, "n"_a, "across"_a = true);
    m.def(
        "skips",
        [](const Text& reference, const Text& peer, long long distance, bool unigrams) {
            return whole(count_one(reference, peer, {Spec::kSkips, distance, unigrams, 0}));
        },
        "reference"_a, "peer"_a, "distance"_a, "unigrams"_a);
    m.def(
        "lcs",
        [](const Text& reference, const Text& peer) {
            return whole(count_one(reference, peer, {Spec::kLcs, 0, false, 0}));
        },
        "reference"_a, "peer"_a);
    m.def(
        "wlcs",
        [](const Text& reference, const Text& peer, double weight) {
            const Counts counts = count_one(reference, peer, {Spec::kWlcs, 0, false, weight});
            return nb::make_tuple(counts.hits, counts.reference, static_cast<Number>(counts.peer));
        },
        "reference"_a, "peer"_a, "weight"_a);
    m.def("counts", &counts_of, "references"_a, "peers"_a, "specs"_a,
          "Several counts of many pairs as an array (pairs, specs, 3).");
}
