import { type ReactNode, useEffect, useState } from 'react';
import type { TextFormatter } from '#engine';
import { formatPhotoError, type JudgedPhoto } from './judge-photos.ts';
import type { PhotoError, PhotoRecord } from './photos.ts';

export interface PhotoRowProps {
  readonly photo: JudgedPhoto;
  /** The visitor's file, for the thumbnail. */
  readonly file: File | undefined;
  readonly text: TextFormatter;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

/**
 * Renders one photo with its state and a button. The button says Cancel, Remove or Retry, and always removes
 * the photo.
 */
export function PhotoRow({ photo, file, text, isDisabled, onRemove }: PhotoRowProps): ReactNode {
  const { record, rejection } = photo;
  const appearance = rejection ? 'failed' : record.state === 'uploaded' ? 'uploaded' : 'uploading';
  const action = rejection ? 'retry' : record.state === 'uploaded' ? 'remove' : 'cancel';
  return (
    <li className={`sw-photo sw-photo--${appearance}`}>
      <Thumbnail file={file} />
      <span className="sw-photo-body">
        <span className="sw-photo-name">
          {rejection ? (
            <FailedPhotoName name={record.name} error={rejection} text={text} />
          ) : (
            <bdi>{record.name}</bdi>
          )}
        </span>
        {!rejection && <span className="sw-photo-size">{describeStatus(record, text)}</span>}
        {appearance === 'uploading' && <Progress record={record} text={text} />}
      </span>
      <span className="sw-photo-actions">
        <button type="button" className="sw-button sw-button--quiet" disabled={isDisabled} onClick={onRemove}>
          {text(`photos.${action}`)}
          <span className="sw-visually-hidden"> {record.name}</span>
        </button>
      </span>
    </li>
  );
}

interface FailureProps {
  readonly name: string;
  readonly error: PhotoError;
  readonly text: TextFormatter;
}

/**
 * Renders the text `photos.failed` with the file name and the error message: `{file name}({error message})`
 * (docs/behaviour.md, "Uploading"). The name has its own writing direction.
 */
function FailedPhotoName({ name, error, text }: FailureProps): ReactNode {
  const namePlaceholder = '\uFFFC';
  const [before, after] = text('photos.failed', {
    name: namePlaceholder,
    error: formatPhotoError(error, text),
  }).split(namePlaceholder);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}

/** Returns the size and the state of a photo: `3.2 MB · Uploading, 40%`. */
function describeStatus(record: PhotoRecord, text: TextFormatter): string {
  return `${formatPhotoSize(record.bytes, text)} · ${describeUploadState(record, text)}`;
}

/** Returns the state of a photo without an error: its progress in percent, waiting or uploaded. */
function describeUploadState(record: PhotoRecord, text: TextFormatter): string {
  if (record.state === 'uploading')
    return text('photos.uploading', { percent: Math.round(record.progress * 100) });
  return text(record.state === 'added' ? 'photos.waiting' : 'photos.uploaded');
}

/** Returns a size as text: whole kilobytes, at least 1; megabytes with one decimal if it is larger. */
function formatPhotoSize(bytes: number, text: TextFormatter): string {
  const kilobytes = bytes / 2 ** 10;
  if (kilobytes < 1000) return text('photos.kilobytes', { kilobytes: Math.max(1, Math.round(kilobytes)) });
  return text('photos.megabytes', { megabytes: Math.round((kilobytes / 2 ** 10) * 10) / 10 });
}

/** Renders the progress bar of an upload; before any progress, one that shows activity without a value. */
function Progress({
  record,
  text,
}: {
  readonly record: PhotoRecord;
  readonly text: TextFormatter;
}): ReactNode {
  const value = record.state === 'uploading' && record.progress > 0 ? record.progress : undefined;
  const label = text('photos.progress', { name: record.name });
  return <progress className="sw-progress" max={1} value={value} aria-label={label} />;
}

/**
 * Renders a thumbnail of the visitor's file; an empty box if it is no picture or the browser cannot show it.
 */
function Thumbnail({ file }: { readonly file: File | undefined }): ReactNode {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return (
    <span className="sw-photo-thumb">
      {url && <img src={url} alt="" decoding="async" onError={() => setUrl(undefined)} />}
    </span>
  );
}
