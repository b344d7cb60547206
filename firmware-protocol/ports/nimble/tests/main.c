#include "perch_test.h"

unsigned test_passed;
unsigned test_failed;
const char *test_name = "";

bool test_check(bool condition, const char *text, const char *file, int line) {
  if (condition) {
    test_passed++;
  } else {
    test_failed++;
    printf("%s:%d: %s: %s\n", file, line, test_name, text);
  }
  return condition;
}

bool test_check_equal(unsigned long long a, unsigned long long b, const char *text, const char *file, int line) {
  const bool equal = test_check(a == b, text, file, line);
  if (!equal) {
    printf("    0x%llx and 0x%llx\n", a, b);
  }
  return equal;
}

void test_scanning(void);
void test_connections(void);
void test_procedures(void);
void test_stack(void);
void test_esp(void);

int main(void) {
  test_scanning();
  test_connections();
  test_procedures();
  test_stack();
  test_esp();
  printf("%u passed, %u failed\n", test_passed, test_failed);
  return test_failed == 0 ? 0 : 1;
}
