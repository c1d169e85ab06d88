import type { ScaleAnswer, ScaleRequest } from './scale-photo.ts';

/** The part of `Worker` that scaling needs; tests and the page itself implement it, too. */
export interface ScaleWorker {
  onmessage: ((event: MessageEvent<ScaleAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  readonly postMessage: (request: ScaleRequest) => void;
  readonly terminate: () => void;
}

/** The smallest size of a file, in bytes, that is scaled. A smaller one is sent faster than it is decoded. */
const minScaledBytes = 1_000_000;

/** The timeout in ms, longer than any phone needs for one photo. After it the original file is sent. */
const timeoutMs = 10_000;

interface ScaleJob {
  /** Identifies the answer of the worker. */
  readonly number: number;
  readonly file: File;
  /** Ends the job with the smaller photo; without one, with the file itself. */
  readonly resolve: (photo?: Blob) => void;
}

/**
 * Returns a function that scales a JPEG or PNG to at most 2,560 px on its longest side. It returns the file
 * itself if that has less than `minScaledBytes`, is aborted or cannot be scaled in time, and never rejects.
 * It processes one photo at a time, because a phone has little memory, and ends the worker when no photo is
 * waiting.
 */
export function createScaler(
  startWorker: () => ScaleWorker,
): (file: File, signal: AbortSignal) => Promise<Blob> {
  const waiting: ScaleJob[] = [];
  const worker = createWorkerClient(startWorker);
  let isBusy = false;
  let count = 0;

  /** Starts the next waiting job, or stops the worker if there is none. */
  const startNextJob = () => {
    const job = waiting.shift();
    isBusy = job !== undefined;
    if (job) worker.requestPhoto(job, (photo) => finishJob(job, photo));
    else worker.stop();
  };
  /** Ends a job, with the original file if there is no photo, and starts the next one. */
  const finishJob = (job: ScaleJob, photo: Blob | undefined) => {
    job.resolve(photo);
    startNextJob();
  };

  return (file, signal) => {
    if (file.size < minScaledBytes || signal.aborted) return Promise.resolve(file);
    return new Promise((resolve) => {
      count += 1;
      const job: ScaleJob = { number: count, file, resolve: (photo = file) => resolve(photo) };
      signal.addEventListener('abort', () => {
        if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
        job.resolve();
      });
      waiting.push(job);
      if (!isBusy) startNextJob();
    });
  };
}

/**
 * Returns functions that send a worker one request at a time and that stop it. The worker is started by a
 * request if none is running.
 */
function createWorkerClient(startWorker: () => ScaleWorker) {
  let worker: ScaleWorker | undefined;
  /** Terminates the worker, if one is running. */
  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };
  /**
   * Asks the worker to scale a file. Passes the smaller photo to `onAnswer`; nothing if the original file
   * should be sent, also after an error or the timeout.
   */
  const requestPhoto = ({ number, file }: ScaleJob, onAnswer: (photo?: Blob) => void) => {
    /** Stops the timeout and passes the photo to `onAnswer`. */
    const endRequest = (photo?: Blob) => {
      clearTimeout(timer);
      onAnswer(photo);
    };
    /** Stops the worker and ends the request without a photo. */
    const giveUp = () => {
      stop();
      endRequest();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    try {
      worker ??= startWorker();
      worker.onmessage = ({ data }) => {
        if (data.number === number) endRequest(data.photo);
      };
      worker.onerror = giveUp;
      worker.postMessage({ number, file });
    } catch {
      giveUp();
    }
  };
  return { requestPhoto, stop };
}
