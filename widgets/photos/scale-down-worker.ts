import { answerOf, type ScaleRequest } from './scale-photo.ts';

// The file that the worker runs: asks in, answers out, by number.
self.onmessage = async ({ data }: MessageEvent<ScaleRequest>) => {
  self.postMessage(await answerOf(data));
};
