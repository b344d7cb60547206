void test_scanning(void); void test_scanning(void) {}
