"""Pages of invented text drawn as pictures, with what stands on them: what scanners, faxes and telephones give."""
