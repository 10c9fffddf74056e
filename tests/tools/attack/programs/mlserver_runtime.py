"""A TorchScript file in MLServer: the runtime for mlserver_test.sh."""
import torch
from mlserver import MLModel
from mlserver.codecs import NumpyCodec
from mlserver.types import InferenceRequest, InferenceResponse


class TorchScript(MLModel):
    async def load(self) -> bool:
        torch.set_num_threads(1)
        self.module = torch.jit.load(self.settings.parameters.uri).eval()
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        images = torch.from_numpy(NumpyCodec.decode_input(payload.inputs[0]).astype("float32"))
        with torch.no_grad():
            scores = self.module(images).numpy()
        return InferenceResponse(model_name=self.name, outputs=[NumpyCodec.encode_output("scores", scores)])
