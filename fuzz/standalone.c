// Runs a fuzz target over files, without libFuzzer: so that every corpus is part of the test suite
// with any compiler. Each argument is a file or a folder of files. Speaks TAP.
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES_MOST = 1 << 22 };

static int files_run;

static bool run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(FILE_BYTES_MOST);
    bool read_well = file && bytes;
    size_t size = read_well ? fread(bytes, 1, FILE_BYTES_MOST, file) : 0;
    read_well = read_well && !ferror(file) && feof(file);
    if (file)
        fclose(file);
    if (read_well) {
        // A copy of exactly this size, so that a sanitizer sees a read beyond its end.
        uint8_t *exact = malloc(size > 0 ? size : 1);
        read_well = exact != NULL;
        if (exact) {
            memcpy(exact, bytes, size);
            LLVMFuzzerTestOneInput(exact, size);
            files_run++;
        }
        free(exact);
    }
    free(bytes);
    if (!read_well)
        fprintf(stderr, "%s: cannot be read\n", path);
    return read_well;
}

static bool run_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return run_file(path);
    bool all_well = true;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        all_well = run_file(name) && all_well;
    }
    closedir(folder);
    return all_well;
}

int main(int argc, char **argv)
{
    bool all_well = argc > 1;
    for (int i = 1; i < argc; i++)
        all_well = run_folder(argv[i]) && all_well;
    bool passed = all_well && files_run > 0;
    printf("1..1\n%s 1 - the corpus runs without a finding (%d files)\n", passed ? "ok" : "not ok",
        files_run);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
