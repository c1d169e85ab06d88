import { answerScaleRequest, type ScaleRequest } from './scale-photo.ts';

// The worker's script: it answers each request with the same number.
self.onmessage = async ({ data }: MessageEvent<ScaleRequest>) => {
  self.postMessage(await answerScaleRequest(data));
};
