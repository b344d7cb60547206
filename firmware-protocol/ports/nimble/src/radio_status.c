#include "radio.h"

perch_status_t radio_status(int result) {
  if (result >= BLE_HS_ERR_ATT_BASE && result < BLE_HS_ERR_ATT_BASE + 0x100) {
    return PERCH_ATT(result - BLE_HS_ERR_ATT_BASE);
  }
  if (result >= BLE_HS_ERR_HCI_BASE && result < BLE_HS_ERR_HCI_BASE + 0x100) {
    return PERCH_HCI(result - BLE_HS_ERR_HCI_BASE);
  }
  switch (result) {
    case 0:
      return PERCH_OK;
    case BLE_HS_ENOMEM:
    case BLE_HS_ENOMEM_EVT:
    case BLE_HS_ESTALLED:
      return PERCH_NO_BUFFERS;
    case BLE_HS_EAGAIN:
    case BLE_HS_EALREADY:
    case BLE_HS_EBUSY:
    case BLE_HS_EPREEMPTED:
    case BLE_HS_EDONE:  // from a connect: the stack still has a connection to that peer
      return PERCH_BUSY;
    case BLE_HS_ENOTCONN:
      return PERCH_NOT_CONNECTED;
    case BLE_HS_ENOTSUP:
      return PERCH_UNSUPPORTED;
    case BLE_HS_EMSGSIZE:
      return PERCH_TOO_LARGE;
    case BLE_HS_EAPP:  // from a connect: given up on request
      return PERCH_CANCELLED;
    case BLE_HS_EINVAL:
      return PERCH_INTERNAL;
    default:
      return PERCH_RADIO;
  }
}
