"""Conversion of classifiers and images between the form that the user gives and that of the protocol."""
from __future__ import annotations

import numbers
import re
import sys
from typing import Any, Callable

import numpy as np

from ._protocol import to_floats


_BLACK_AND_WHITE = ("for black and white, pass images.astype('float32') if predict takes 0 and 1, "
                    "images.astype('uint8') * 255 if it takes 0 to 255")


class Images:
    """Images that the user gave, with their form: order of axes and type of values.

    layout: "nchw", "nhwc" or "nhw"; None: from the shape. images: uint8, or floats in [0, 1] (multiples of 1/255).
    Raises ValueError if the layout is ambiguous or the values are in another range."""

    def __init__(self, images: Any, layout: str | None = None, continuous: bool = False) -> None:
        array = np.asarray(getattr(images, "detach", lambda: images)().cpu() if hasattr(images, "cpu") else images)
        if array.ndim == 0:
            raise ValueError(f"images={images!r}: expected an array of images; to attack only some, pass a part of it "
                             "and of the labels, as images[:20]")
        self.layout = layout or _find_layout(array)
        if self.layout not in ("nchw", "nhwc", "nhw"):
            raise ValueError(f"layout={self.layout!r}: expected 'nchw', 'nhwc' or 'nhw'")
        if array.ndim != len(self.layout):
            raise ValueError(f"images of shape {array.shape}: expected {len(self.layout)} axes for layout {self.layout!r}")
        if not len(array):
            raise ValueError("images: there are none")
        self.dtype = array.dtype
        if array.dtype == np.uint8:
            if continuous:
                raise ValueError("continuous=True needs images of floats in [0, 1]; these are uint8")
            self.values = array
        elif array.dtype.kind == "f":
            self.values = _check_floats(array)
        else:
            raise ValueError(f"images of type {array.dtype}: expected uint8, or floats in [0, 1]" +
                             ("; " + _BLACK_AND_WHITE if array.dtype == bool else ""))
        if self.values.max() == 1:
            raise ValueError("images: whole numbers up to 1 alone, expected 0 to 255; " + _BLACK_AND_WHITE
                             if array.dtype == np.uint8 else
                             "images: values up to 1/255 alone, expected up to 1; they seem to be divided by 255 twice")
        if self.layout == "nhw":
            self.channels_last = self.values[..., None]
        else:
            self.channels_last = self.values if self.layout == "nhwc" else np.moveaxis(self.values, 1, 3)
        self.channels_last = np.ascontiguousarray(self.channels_last)
        if self.channels_last.shape[3] not in (1, 3):
            raise ValueError(f"images of {self.channels_last.shape[3]} channels ({array.shape}, layout {self.layout!r}): "
                             "expected 1 or 3")

    @classmethod
    def stored(cls, file: Any) -> Images:
        """Returns the form of images that an earlier session stored, without their values."""
        form = cls.__new__(cls)
        form.layout, form.dtype = str(file["layout"]), np.dtype(str(file["dtype"]))
        return form

    def from_protocol(self, images: np.ndarray) -> np.ndarray:
        """Returns float32 images in [0, 1], n x channels x height x width, in the user's form."""
        if self.dtype == np.uint8:
            images = np.rint(images * 255).astype(np.uint8)
        elif self.dtype != np.float32:
            images = images.astype(self.dtype)
        if self.layout == "nhw":
            return images[:, 0]
        return np.ascontiguousarray(np.moveaxis(images, 1, 3)) if self.layout == "nhwc" else images


def _find_layout(array: np.ndarray) -> str:
    if array.ndim == 3:
        return "nhw"
    if array.ndim != 4:
        raise ValueError(f"images of shape {array.shape}: expected N x C x H x W, N x H x W x C or N x H x W")
    first, last = array.shape[1] in (1, 3), array.shape[3] in (1, 3)
    if not first and not last:
        raise ValueError(f"images of shape {array.shape}: expected 1 or 3 channels, as the second or the last axis")
    if first and last:
        raise ValueError(f"images of shape {array.shape}: state the order of the axes, layout='nchw' or layout='nhwc'")
    return "nchw" if first else "nhwc"


def _check_floats(array: np.ndarray) -> np.ndarray:
    """Returns float images in [0, 1] as uint8. Raises ValueError if values are not multiples of 1/255."""
    low, high = float(array.min()), float(array.max())
    if not (np.isfinite(low) and np.isfinite(high)):
        raise ValueError("images: some values are not finite")
    if low < -1e-6 or high > 1 + 1e-6:
        levels = low >= 0 and high <= 255 and np.array_equal(array, np.rint(array))
        raise ValueError(f"images between {low:.4g} and {high:.4g}: expected floats in [0, 1] or uint8; " +
                         ("pass images.astype('uint8')" if levels else "move a normalisation into predict"))
    levels = array.astype(np.float64) * 255
    rounded = np.rint(levels)
    if np.abs(levels - rounded).max() > max(0.02, 255 * float(np.finfo(array.dtype).eps) / 2):
        raise ValueError("images: some values are no multiple of 1/255; pass np.round(images * 255) / 255; with "
                         "continuous=True the changes of an attack may still be any floats")
    return rounded.clip(0, 255).astype(np.uint8)


def _class_number(label: Any) -> int | None:
    """Returns the class number that a text such as "10", or an object, stands for; None for anything else."""
    if isinstance(label, bytes):
        label = label.decode("latin-1")
    if isinstance(label, str):
        return int(label) if re.fullmatch(r"\s*\d{1,9}\s*", label, re.ASCII) else None
    whole = isinstance(label, numbers.Real) and abs(label) < 2**31 and label == int(label)
    return int(label) if whole else None


def make_labels(labels: Any, count: int, predict: Any = None) -> np.ndarray:
    """Returns labels as class numbers (int64), the positions of the classes in the scores.

    predict: the classifier. Labels for a scikit-learn estimator are members of its classes_, whose order is that of the
    scores. Texts and objects that are whole numbers are class numbers. An array of `count` x 1 is accepted. Raises
    ValueError if labels are not `count` whole numbers >= 0 or members of classes_."""
    if labels is None:
        raise TypeError("labels: missing")
    array = np.asarray(getattr(labels, "detach", lambda: labels)().cpu() if hasattr(labels, "cpu") else labels)
    if array.shape == (count, 1):
        array = array[:, 0]
    if array.shape != (count,):
        if array.ndim == 2 and len(array) == count:
            one_hot = array.dtype.kind in "biuf" and ((array == 0) | (array == 1)).all() and (array.sum(1) == 1).all()
            advice = f"one for each of the {count} inputs"
            if one_hot:
                advice = "which np.argmax(labels, 1) makes of one-hot rows"
            elif hasattr(labels, "columns"):
                advice = f"as in one of its columns {', '.join(map(str, labels.columns))}"
            raise ValueError(f"labels of shape {array.shape}: expected class numbers, {advice}")
        raise ValueError(f"labels of shape {array.shape}: expected one for each of the {count} inputs")
    classes = getattr(getattr(predict, "__self__", predict), "classes_", None)
    if array.dtype.kind in "USO" and np.asarray(0 if classes is None else classes).dtype.kind in "biuf":
        numbers_of = [_class_number(label) for label in array.tolist()]
        if None not in numbers_of:
            array = np.array(numbers_of, np.int64)
    if classes is not None and not np.array_equal(classes, np.arange(len(classes))):
        classes = np.asarray(classes)
        found = array[:, None] == classes
        if not np.all(np.any(found, axis=1)):
            missing = array[~np.any(found, axis=1)][0]
            raise ValueError(f"labels: {missing} is not one of the estimator's classes {', '.join(map(str, classes))}")
        return found.argmax(axis=1)
    if array.dtype.kind not in "biuf":
        wrong = next((label for label in array.tolist() if _class_number(label) is None), array.tolist()[0])
        raise ValueError(f"labels: {wrong!r} is not a class number; expected each class's position in the scores, "
                         "counted from 0: [classes.index(name) for name in labels], where classes lists the names in "
                         "the order of the scores")
    if array.dtype.kind not in "iu" and not np.array_equal(array, array.astype(np.int64)):
        raise ValueError("labels: expected class numbers")
    if count and array.min() < 0:
        raise ValueError(f"labels: {array.min()} is not a class number")
    return array.astype(np.int64)


def make_predict(predict: Any, images: Images) -> tuple[Callable[[np.ndarray], Any], str]:
    """Returns a function that maps images of the protocol to scores, and the name of the classifier.

    A torch module gets a tensor with the device and the type of its weights. A scikit-learn estimator, or one of its
    methods, gets one flat row per image. Anything else gets an array in the form of the user's images."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(predict, torch.nn.Module):
        return _predict_with_module(torch, predict, images), type(predict).__name__
    owner = getattr(predict, "__self__", predict)
    if hasattr(owner, "n_features_in_"):
        method = predict if callable(predict) else getattr(predict, "predict_proba",
                                                           getattr(predict, "decision_function", predict.predict))
        margins = getattr(method, "__name__", "") == "decision_function"
        if margins and getattr(owner, "decision_function_shape", "") == "ovo" and len(owner.classes_) > 2:
            raise ValueError(f"predict: {type(owner).__name__} gives a score for each pair of classes, expected one for "
                             "each class (decision_function_shape='ovr')")
        # Estimator.predict returns members of classes_, which are converted to class numbers.
        classes = getattr(owner, "classes_", None) if getattr(method, "__name__", "") == "predict" else None
        named = classes is not None and not np.array_equal(classes, np.arange(len(classes)))

        def predict_rows(inputs: np.ndarray) -> Any:
            inputs = images.from_protocol(inputs)
            scores = method(inputs.reshape(len(inputs), -1))
            if named and np.ndim(scores) == 1:
                return (np.asarray(scores)[:, None] == np.asarray(classes)).argmax(axis=1)
            # For two classes, decision_function returns only the margin of the second one.
            return np.stack([np.zeros_like(scores), scores], axis=1) if margins and np.ndim(scores) == 1 else scores

        return predict_rows, type(owner).__name__
    if isinstance(predict, type) and (hasattr(predict, "fit") or torch is not None and issubclass(predict, torch.nn.Module)):
        raise TypeError(f"predict: {predict.__name__} is a class, expected an object of it")
    if hasattr(predict, "fit") and hasattr(predict, "get_params"):
        raise ValueError(f"predict: {type(predict).__name__} is not fitted")
    if not callable(predict):
        raise TypeError(f"predict: expected a callable, a torch module, an estimator or the address of a model, "
                        f"not {type(predict).__name__}")
    return (lambda inputs: predict(images.from_protocol(inputs))), getattr(predict, "__qualname__", type(predict).__name__)


# By layout that most torch modules do not take: its axes, those that they take, and how to convert images to them.
_OTHER_FORMS = {"nhw": ("N x H x W without an axis of channels", "N x 1 x H x W", "images[:, None]"),
                "nhwc": ("N x H x W x C", "N x C x H x W", "np.moveaxis(images, 3, 1)")}


def _predict_with_module(torch: Any, module: Any, images: Images) -> Callable[[np.ndarray], Any]:
    if module.training:
        raise ValueError("the module is in training mode, in which dropout and batch normalisation answer at random: "
                         "call its eval() first")
    if images.dtype == np.uint8:
        raise ValueError("a torch module gets floats: pass images / 255, or a function that converts uint8 images")
    weights = next((parameter for parameter in module.parameters() if parameter.is_floating_point()), None)
    device, dtype = (torch.device("cpu"), torch.float32) if weights is None else (weights.device, weights.dtype)
    works = False

    def predict(inputs: np.ndarray) -> Any:
        nonlocal works
        given = torch.from_numpy(images.from_protocol(inputs)).to(device, dtype)
        try:
            with torch.no_grad():
                scores = module(given)
        except RuntimeError as error:
            if works or images.layout not in _OTHER_FORMS or "out of memory" in str(error):
                raise
            axes, other, advice = _OTHER_FORMS[images.layout]
            raise ValueError(f"the module fails on {' x '.join(map(str, given.shape))}: {error}. It got the images in the "
                             f"form in which they were passed, {axes}; if it takes {other}, pass {advice}") from error
        works = True
        return scores.float().cpu() if isinstance(scores, torch.Tensor) else scores

    return predict


def refuse_labels(function: Any, input_name: str = "image") -> Any:
    """Returns `function` with a check: it raises an error if the result is no array, or one number per input.
    input_name: word for an input in the error."""

    def predict(inputs: Any) -> Any:
        given = function(inputs)
        if not hasattr(given, "detach"):
            to_floats(given)
        if len(inputs) > 1 and np.ndim(given) == 1:
            raise ValueError(f"predict gave one number for each {input_name}; if these are classes, pass scores='labels' "
                             "and classes=K; if they are scores of the second of two classes, return N x 1")
        return given

    return predict
