"""TLS to the broker: a certificate that a known authority has signed, or exactly the one with the given fingerprint."""

import hashlib
import ssl

from device.broker import BrokerSettings


def tls_context(settings: BrokerSettings, timeout_s: float) -> ssl.SSLContext:
    """What the connection must satisfy; raises `OSError` where the broker does not answer, or shows another.

    A club's broker has a certificate that it has signed itself: the fingerprint stands in the table's address, so
    nobody needs an authority, and the name under which the broker is reached does not matter.
    """
    context = ssl.create_default_context()
    if settings.fingerprint:
        shown = ssl.get_server_certificate((settings.host, settings.port), timeout=timeout_s)
        if hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest() != settings.fingerprint:
            raise ssl.SSLCertVerificationError
        context = ssl.create_default_context(cadata=shown)
        context.check_hostname = False
        # It is trusted itself, whether or not it was made to sign others.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context
