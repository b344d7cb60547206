/// A small harness: tests are functions, checks count, the last line tells the sum.
#ifndef PERCH_TEST_H
#define PERCH_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

extern unsigned test_passed;
extern unsigned test_failed;
extern const char *test_name;

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(a, b) test_check_equal((unsigned long long)(a), (unsigned long long)(b), #a " == " #b, __FILE__, __LINE__)
#define RUN(test) (test_name = #test, test())

bool test_check(bool condition, const char *text, const char *file, int line);
bool test_check_equal(unsigned long long a, unsigned long long b, const char *text, const char *file, int line);

#endif
