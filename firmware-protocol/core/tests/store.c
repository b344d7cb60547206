void test_store(void); void test_store(void) {}
