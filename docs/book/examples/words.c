/* How different two words are: the least number of insertions, deletions and replacements
 * (Levenshtein distance). */
enum { MOST = 1000 };

static char first[MOST], second[MOST];
static int row[MOST + 1];

static void fill(char *word, int length, unsigned seed) {
    for (int i = 0; i < length; i++) {
        seed = seed * 1664525 + 1013904223;
        word[i] = 'a' + (seed >> 24) % 4;
    }
}

static int least(int a, int b, int c) {
    int least = a < b ? a : b;
    return least < c ? least : c;
}

int distance(int length) {
    fill(first, length, 1);
    fill(second, length, 2);
    for (int j = 0; j <= length; j++) row[j] = j;
    for (int i = 1; i <= length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            int above = row[j];
            int replaced = diagonal + (first[i - 1] != second[j - 1]);
            row[j] = least(above + 1, row[j - 1] + 1, replaced);
            diagonal = above;
        }
    }
    return row[length];
}
