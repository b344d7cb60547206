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

void test_frames(void);
void test_sessions(void);
void test_requests(void);
void test_streams(void);
void test_scanning(void);
void test_gatt(void);
void test_store(void);
void test_power_cuts(void);
void test_vectors(void);
void test_dialogues(void);

int main(void) {
  test_frames();
  test_sessions();
  test_requests();
  test_streams();
  test_scanning();
  test_gatt();
  test_store();
  test_power_cuts();
  test_vectors();
  test_dialogues();
  printf("%u passed, %u failed\n", test_passed, test_failed);
  return test_failed == 0 ? 0 : 1;
}
