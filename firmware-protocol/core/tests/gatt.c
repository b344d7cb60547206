void test_gatt(void); void test_gatt(void) {}
