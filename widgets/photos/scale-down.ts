import type { ScaleAnswer, ScaleRequest } from './scale-photo.ts';

/** What scaling needs of the worker. */
export type ScaleWorker = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'>;

/** A smaller file is sent sooner than it is decoded. */
const worthScalingBytes = 1_000_000;

/** Longer than any phone takes for one photo; then it goes as it is. */
const patienceMs = 10_000;

interface Job {
  readonly number: number;
  readonly file: File;
  readonly settle: (photo?: Blob) => void;
}

/**
 * Makes `scaleDown`, which gives a photo of at most 2,560 px on its longest side, upright, of the same type; or the
 * file itself where it is small, of another kind, or cannot be decoded. It works beside the page, one photo at a time,
 * so that a phone's memory holds one of them, and never rejects. The worker lives as long as there is work.
 */
export function createScaler(
  startWorker: () => ScaleWorker,
): (file: File, signal: AbortSignal) => Promise<Blob> {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let worker: ScaleWorker | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };
  const finish = (photo?: Blob) => {
    clearTimeout(patience);
    current?.settle(photo);
    next();
  };
  const next = () => {
    current = waiting.shift();
    if (current) ask(current);
    else stop();
  };
  // Whatever is wrong with a worker, the next photo gets a new one.
  const giveUp = () => {
    stop();
    finish();
  };
  const ask = ({ number, file }: Job) => {
    patience = setTimeout(giveUp, patienceMs);
    try {
      worker ??= startWorker();
      worker.onmessage = ({ data }: MessageEvent<ScaleAnswer>) => {
        if (data.number === current?.number) finish(data.photo);
      };
      worker.onerror = giveUp;
      worker.postMessage({ number, file } satisfies ScaleRequest);
    } catch {
      giveUp();
    }
  };

  return (file, signal) => {
    if (file.size < worthScalingBytes || signal.aborted) return Promise.resolve(file);
    return new Promise((resolve) => {
      asked += 1;
      const job: Job = { number: asked, file, settle: (photo = file) => resolve(photo) };
      signal.addEventListener('abort', () => {
        if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
        job.settle();
      });
      waiting.push(job);
      if (!current) next();
    });
  };
}
