void test_streams(void); void test_streams(void) {}
