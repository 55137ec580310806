// n words of generated text are split, counted in a hash map, and sorted by count and alphabetically. Those
// that occur once are erased, the others joined to lines.
#include "containers.h"

using lib::hash_map, lib::pair, lib::string, lib::vector;
using entry = pair<string, int>;

// Small numbers are frequent, so that there are common and rare words.
static uint32_t skewed(uint32_t limit) {
  uint32_t a = next_random() % limit, b = next_random() % limit;
  return a * b / limit;
}

// A word of a vocabulary: syllables by its number, some longer than a short string.
static string make_word(uint32_t number) {
  static const char *const syllables[] = {"ba", "ne", "ti", "ro", "mun", "sel", "ka", "thor"};
  string word;
  do {
    word += syllables[number % 8];
    number /= 8;
  } while (number > 0);
  return word;
}

static string make_text(int words) {
  string text;
  for (int i = 0; i < words; i++) {
    string word = make_word(skewed(6000));
    if (next_random() % 10 == 0) word[0] = static_cast<char>(word[0] - 'a' + 'A');
    text += word + (next_random() % 12 == 0 ? ",\n" : " ");
  }
  return text;
}

static bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }

// The words of a text in small letters.
static vector<string> split(const string &text) {
  vector<string> words;
  auto end = text.end();
  auto next_word = [end](auto at) { return lib::find_if(at, end, is_letter); };
  for (auto at = next_word(text.begin()); at != end; at = next_word(at)) {
    auto stop = lib::find_if(at, end, [](char c) { return !is_letter(c); });
    string word(at.base(), static_cast<size_t>(stop - at));
    lib::for_each(word.begin(), word.end(), [](char &c) { c = static_cast<char>(c | 32); });
    words.push_back(lib::move(word));
    at = stop;
  }
  return words;
}

static uint32_t mix_string(uint32_t hash, const string &text) {
  for (char c : text) hash = mix(hash, static_cast<uint32_t>(c));
  return hash;
}

static uint32_t measure(int n) {
  hash_map<string, int> counts;
  for (const string &word : split(make_text(n))) ++counts[word];

  vector<entry> sorted;
  for (const auto &[word, count] : counts) sorted.push_back({word, count});
  lib::sort(sorted.begin(), sorted.end(), [](const entry &a, const entry &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  uint32_t hash = static_cast<uint32_t>(counts.size());
  for (const entry &e : sorted) hash = mix(mix_string(hash, e.first), static_cast<uint32_t>(e.second));

  // Those that occur once are at the end.
  while (!sorted.empty() && sorted.back().second == 1) {
    if (!counts.erase(sorted.back().first)) return 0;
    sorted.pop_back();
  }
  hash = mix(hash, static_cast<uint32_t>(counts.size()));

  vector<string> lines(1);
  for (const entry &e : sorted) {
    if (lines.back().size() + e.first.size() >= 70) lines.emplace_back();
    lines.back() += e.first + " ";
  }
  lib::sort(lines.begin(), lines.end());
  for (const string &line : lines) hash = mix_string(hash, line);
  return hash;
}

KERNEL int run(int n) {
  random_state = 31;
  heap::reset();
  return heap::finish(measure(n));
}
