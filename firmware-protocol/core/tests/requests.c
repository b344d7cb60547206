void test_requests(void); void test_requests(void) {}
