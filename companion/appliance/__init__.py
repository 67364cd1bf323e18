"""The companion as an appliance: releases side by side under one folder, tried before they are used, and the way back.

Runs as root, out of a wheel that is not installed yet: nothing but the standard library is imported here.
"""
