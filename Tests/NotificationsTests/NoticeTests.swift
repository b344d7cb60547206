import Notifications
import Testing
