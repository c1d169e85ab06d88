import type { ScaleAnswer, ScaleRequest } from './scale-photo.ts';

/** What scaling needs of the worker, or of what stands for one. */
export interface ScaleWorker {
  onmessage: ((event: MessageEvent<ScaleAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  readonly postMessage: (request: ScaleRequest) => void;
  readonly terminate: () => void;
}

/** A smaller file is sent sooner than it is decoded. */
const worthScalingBytes = 1_000_000;

/** Longer than any phone takes for one photo; then it goes as it is. */
const timeoutMs = 10_000;

interface Job {
  readonly number: number;
  readonly file: File;
  readonly resolve: (photo?: Blob) => void;
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
  const worker = createWorkerHost(startWorker);
  let isBusy = false;
  let count = 0;

  const next = () => {
    const job = waiting.shift();
    isBusy = job !== undefined;
    if (job) worker.ask(job, (photo) => finish(job, photo));
    else worker.stop();
  };
  const finish = (job: Job, photo: Blob | undefined) => {
    job.resolve(photo);
    next();
  };

  return (file, signal) => {
    if (file.size < worthScalingBytes || signal.aborted) return Promise.resolve(file);
    return new Promise((resolve) => {
      count += 1;
      const job: Job = { number: count, file, resolve: (photo = file) => resolve(photo) };
      signal.addEventListener('abort', () => {
        if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
        job.resolve();
      });
      waiting.push(job);
      if (!isBusy) next();
    });
  };
}

/** Asks a worker one thing at a time. Whatever is wrong with one, the next question gets a new one. */
function createWorkerHost(startWorker: () => ScaleWorker) {
  let worker: ScaleWorker | undefined;
  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };
  const ask = ({ number, file }: Job, onAnswer: (photo?: Blob) => void) => {
    const answer = (photo?: Blob) => {
      clearTimeout(timer);
      onAnswer(photo);
    };
    const giveUp = () => {
      stop();
      answer();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    try {
      worker ??= startWorker();
      worker.onmessage = ({ data }) => {
        if (data.number === number) answer(data.photo);
      };
      worker.onerror = giveUp;
      worker.postMessage({ number, file });
    } catch {
      giveUp();
    }
  };
  return { ask, stop };
}
