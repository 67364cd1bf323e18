"""The method of the usual OpenCV tutorial, kept only to be measured against."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image


def tutorial_faces(image: Image) -> list[int]:
    """Finds dark round blobs with fixed settings and groups those that lie near each other."""
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.6
    blobs = cv2.SimpleBlobDetector.create(settings).detect(cv2.medianBlur(image, 7))
    places = [np.array(blob.pt) for blob in blobs]
    sizes = [blob.size for blob in blobs]
    groups: list[list[int]] = []
    for k, place in enumerate(places):
        near = [g for g in groups if any(np.linalg.norm(place - places[j]) < 3 * max(sizes[k], sizes[j]) for j in g)]
        merged = [k, *(j for g in near for j in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return sorted(len(group) for group in groups)
