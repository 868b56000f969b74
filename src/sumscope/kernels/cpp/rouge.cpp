// ROUGE's counts; rouge_py.py says what each function does and is held against this one by tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rouge/count.h"
#include "rouge/text.h"

namespace nb = nanobind;
using namespace nb::literals;
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
    nb::object made = nb::steal(PyUnicode_DecodeUTF8(
        word.data(), static_cast<Py_ssize_t>(word.size()), "surrogatepass"));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

std::unique_ptr<Text> encode(Encoder& self, nb::iterable sentences) {
    std::vector<std::string_view> views;
    std::vector<nb::object> keep;
    for (nb::handle sentence : sentences) {
        keep.push_back(nb::borrow(sentence));
        views.push_back(utf8(sentence, keep));
    }
    return self.encode(views);
}

std::unique_ptr<Text> encode_tokens(Encoder& self, nb::iterable sentences) {
    auto text = self.fresh();
    std::vector<nb::object> keep;
    for (nb::handle sentence : sentences) {
        for (nb::handle word : nb::borrow<nb::iterable>(sentence)) {
            text->run.ids.push_back(text->lexicon->number(utf8(word, keep)));
            keep.clear();
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
        for (std::size_t i = run.starts[s]; i < run.starts[s + 1]; i++) words.append(make(run.ids[i]));
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

// The peer's words in the reference's numbers, where the two come from different lexicons.
struct Peer {
    Peer(const Text& reference, const Text& peer) : run(&peer.run), units(&peer.units()) {
        if (reference.lexicon == peer.lexicon) return;
        translate(peer.run, *reference.lexicon, *peer.lexicon, own_run);
        run = units = &own_run;
        if (peer.other) {
            translate(*peer.other, *reference.lexicon, *peer.lexicon, own_units);
            units = &own_units;
        }
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    const Run *run, *units;

  private:
    static void translate(const Run& from, const Lexicon& to, const Lexicon& theirs, Run& made) {
        made.starts = from.starts;
        made.ids.reserve(from.ids.size());
        for (const Id id : from.ids) {
            const std::string_view word = theirs.words.key(id);
            const Id found = to.words.find(word, hash_of(word));
            made.ids.push_back(found == kNone ? kUnknown : found);
        }
    }
    Run own_run, own_units;
};

nb::tuple ngrams_of(const Text& reference, const Text& peer, int n, bool across) {
    const Peer other(reference, peer);
    const Counts c = ngrams(reference, *other.run, n, across);
    return nb::make_tuple(c.hits, c.reference, c.peer);
}

nb::tuple skips_of(const Text& reference, const Text& peer, long long distance, bool unigrams) {
    const Peer other(reference, peer);
    const Local& local = local_of(reference);
    Number hits = 0;
    {
        nb::gil_scoped_release release;
        const std::vector<Id> mapped = local.map(other.run->ids);
        if (local.flat.size() > 1 && mapped.size() > 1) {
            hits = pair_hits(local, mapped, distance);
            if (unigrams) hits += inner_word_hits(local, mapped);
        }
    }
    return nb::make_tuple(hits, pair_count(reference.run.ids.size(), distance, unigrams),
                          pair_count(peer.run.ids.size(), distance, unigrams));
}

nb::tuple lcs_of(const Text& reference, const Text& peer) {
    const Peer other(reference, peer);
    const Local& local = local_of(reference);
    Number hits = 0;
    {
        nb::gil_scoped_release release;
        const std::vector<Id> flat = local.map(other.run->ids);
        const bool same = other.run == other.units;
        const std::vector<Id> units = same ? std::vector<Id>() : local.map(other.units->ids);
        hits = lcs_hits(reference, local, flat, same ? flat : units, *other.units);
    }
    return nb::make_tuple(hits, reference.units().ids.size(), peer.run.ids.size());
}

nb::tuple wlcs_of(const Text& reference, const Text& peer, double weight) {
    const Peer other(reference, peer);
    const Local& local = local_of(reference);
    WeightedCounts counts{0, 0};
    {
        nb::gil_scoped_release release;
        const std::vector<Id> flat = local.map(other.run->ids);
        const bool same = other.run == other.units;
        const std::vector<Id> units = same ? std::vector<Id>() : local.map(other.units->ids);
        counts = wlcs_hits(reference, local, flat, same ? flat : units, *other.units, weight);
    }
    return nb::make_tuple(counts.hits, counts.reference, peer.run.ids.size());
}

}  // namespace

NB_MODULE(_rouge, m) {
    m.doc() = "ROUGE's counts in C++; sumscope.kernels.rouge_py describes every function.";

    nb::class_<Text>(m, "Text", "A text as sentences of words; made by an `Encoder`.")
        .def("tokens", &tokens, "The words by sentence.")
        .def("__len__", [](const Text& text) { return text.run.ids.size(); });

    nb::class_<Encoder>(m, "Encoder", "Turns sentences into words under one set of options.")
        .def(nb::init<Encoder::Exceptions, const std::vector<std::string>&, bool, long long,
                      long long>(),
             "exceptions"_a, "stop_words"_a, "stem"_a = true, "words"_a = 0, "bytes"_a = 0)
        .def("stem", &Encoder::stem, "word"_a, "The stem of a lower-case word as under `-m`.")
        .def("encode", &encode, "sentences"_a, "Cut, find words, leave out stop words, stem.")
        .def("encode_tokens", &encode_tokens, "sentences"_a, "A text of given words.");

    m.def("number", &number, "texts"_a, "Word numbers by text and sentence, and the words.");
    m.def("ngrams", &ngrams_of, "reference"_a, "peer"_a, "n"_a, "across"_a = true);
    m.def("skips", &skips_of, "reference"_a, "peer"_a, "distance"_a, "unigrams"_a);
    m.def("lcs", &lcs_of, "reference"_a, "peer"_a);
    m.def("wlcs", &wlcs_of, "reference"_a, "peer"_a, "weight"_a);
}
