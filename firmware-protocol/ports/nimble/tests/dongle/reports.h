/// Included before the scripted radio's sources: their reports go to the stand-in of NimBLE's host, which host.c is, in place of the core.
#define perch_radio_advert host_advert
#define perch_radio_connected host_connected
#define perch_radio_disconnected host_disconnected
#define perch_radio_mtu host_mtu
#define perch_radio_discovered host_discovered
#define perch_radio_read host_read
#define perch_radio_gatt_done host_gatt_done
#define perch_radio_notification host_notification
#define perch_log host_log
