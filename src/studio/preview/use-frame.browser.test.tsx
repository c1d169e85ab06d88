import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useComparedFrame, usePreviewFrame } from './use-frame.ts';

const view = { kind: 'no-form', version: 1 } as const;
const doNothing = () => {};
const connection = {
  view,
  changed: {},
  inspected: {
    isOn: false,
    locale: 'en',
    words: { field: '', hidden: '', label: '', hint: '', text: '' },
    fields: [],
    withHidden: false,
  },
  followed: { fields: [], isSeen: true },
  onChosen: doNothing,
  onEntered: doNothing,
  onPointed: doNothing,
  onPicked: doNothing,
  onInspect: doNothing,
  onSent: doNothing,
};
const marks = { locale: 'en', marks: [] };
const heard: unknown[] = [];

/** Reports the frame as ready as soon as it is in the page: a cached one may be, before React runs effects. */
function useQuickFrame(frame: RefObject<HTMLIFrameElement | null>): void {
  useLayoutEffect(() => {
    const source = frame.current?.contentWindow ?? null;
    source?.addEventListener('message', ({ data }) => heard.push(data.kind));
    dispatchEvent(new MessageEvent('message', { source, origin: location.origin, data: { kind: 'ready' } }));
  }, [frame]);
}

function EditedForm(): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  usePreviewFrame(frame, connection);
  useQuickFrame(frame);
  return <iframe ref={frame} title="Preview" />;
}

function ComparedForm(): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useComparedFrame(frame, view, marks);
  useQuickFrame(frame);
  return <iframe ref={frame} title="Preview" />;
}

it.each([
  ['the draft', EditedForm, 'inspect'],
  ['a version', ComparedForm, 'marks'],
])('sends %s to a frame that is ready at once', async (_what, Form, last) => {
  heard.length = 0;
  await render(<Form />);
  await expect.poll(() => heard).toEqual(expect.arrayContaining(['show', last]));
});
