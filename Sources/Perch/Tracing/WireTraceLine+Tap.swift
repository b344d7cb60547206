import DongleLink
import Recording

extension WireTraceLine: WireTrace {}
