import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { typeField, type Values } from '#engine';
import type { PreviewView } from '../../api/studio.ts';
import {
  ContactFormSection,
  type ContactFormSectionProps,
  type FormView,
  modalIdPrefix,
  sectionIdPrefix,
  toDraftKey,
  type Validators,
} from '../../contact/index.ts';
import { createFieldFollower } from './field-follower.ts';
import { createInspector } from './inspect.ts';
import { createDifferenceMarker } from './marks.ts';
import { type FromPreview, parseToPreview } from './messages.ts';
import { replaceTexts } from './with-texts.ts';
import '../ui/styles/preview.css';

/**
 * Renders the section that the studio previews; nothing without a form. It is mounted again for another
 * placement or other answers of the example, not for another version of the draft.
 */
function PreviewedForm({ view }: { readonly view: PreviewView | undefined }): ReactNode {
  if (view?.kind !== 'form') return null;
  // For another example, the section starts empty. For another version of the draft, entered values stay.
  const key = JSON.stringify([view.form.placement, view.entered]);
  return <PreviewedSection key={key} form={view.form} entered={view.entered} />;
}

/**
 * Renders a form as a page contains it, after storing the entered values in session storage as the visitor's
 * draft. Reports input and a sent form to the studio.
 */
function PreviewedSection({
  form,
  entered,
}: {
  readonly form: FormView;
  readonly entered: Values;
}): ReactNode {
  const { validators: address, section, placement } = form;
  const inModal = placement === 'modal';
  const prefix = inModal ? modalIdPrefix : sectionIdPrefix;
  useState(() => storeEnteredValues(entered, prefix));
  useEnteredReport(prefix);
  const validators = useMemo<Validators>(
    () => ({ load: (key) => import(/* @vite-ignore */ address.replace(':type', key)) }),
    [address],
  );
  const props: ContactFormSectionProps = {
    ...section,
    validators,
    inModal,
    isForLanding: placement === 'landing',
    submissionUrl: location.href,
    onSuccess: () => postToStudio({ kind: 'sent' }),
  };
  return (
    <div className="st-preview-page">
      <ContactFormSection {...props} />
    </div>
  );
}

/** Sends a message to the surrounding page of the studio, and to no other origin. */
function postToStudio(message: FromPreview): void {
  parent.postMessage(message, location.origin);
}

/**
 * Writes entered values into session storage, where a section reads its visitor's draft. They replace the
 * stored values; if they contain nothing but the type, the other stored values stay.
 * @param prefix The prefix of the section's ids, by which drafts are distinguished.
 */
function storeEnteredValues(entered: Values, prefix: string): void {
  const isTypeAlone = Object.keys(entered).every((name) => name === typeField);
  const values = { ...(isTypeAlone && readEnteredValues(prefix)), ...entered };
  sessionStorage.setItem(toDraftKey(location.pathname, prefix), JSON.stringify({ values }));
}

/**
 * Returns the entered values from session storage. Empty if there are none. Throws if the storage is not
 * available or the stored text is not JSON.
 */
function readEnteredValues(prefix: string): Values {
  const text = sessionStorage.getItem(toDraftKey(location.pathname, prefix));
  const { values } = Object(JSON.parse(text ?? '{}')) as { readonly values?: Values };
  return values ?? {};
}

/**
 * The pause in input after which values are reported, in milliseconds. Longer than the delay after which a
 * section stores what was entered.
 */
const settleMs = 350;

/** Reports the stored entered values to the studio: once after the mount, and after each pause in input. */
function useEnteredReport(prefix: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Reports the values after `settleMs`, in place of a report that is already scheduled. */
    const scheduleReport = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => postToStudio({ kind: 'entered', values: readEnteredValues(prefix) }),
        settleMs,
      );
    };
    scheduleReport();
    addEventListener('input', scheduleReport);
    addEventListener('change', scheduleReport);
    return () => {
      clearTimeout(timer);
      removeEventListener('input', scheduleReport);
      removeEventListener('change', scheduleReport);
    };
  }, [prefix]);
}

/**
 * Starts the preview in an element: exchanges messages with the studio, renders the views that it sends, and
 * asks it to switch the inspector on or off for Alt+I.
 */
function startPreview(element: HTMLElement): void {
  const root = createRoot(element);
  const inspector = createInspector(element, [sectionIdPrefix, modalIdPrefix], {
    onPointed: (target) => postToStudio({ kind: 'pointed', target }),
    onPicked: (target) => postToStudio({ kind: 'picked', target }),
    onEnd: () => postToStudio({ kind: 'inspect', isOn: false }),
  });
  const follower = createFieldFollower(element, [sectionIdPrefix, modalIdPrefix], (field) =>
    postToStudio({ kind: 'chosen', field }),
  );
  const marker = createDifferenceMarker(element);
  let isInspecting = false;
  let shown: PreviewView | undefined;
  addEventListener('message', (event) => {
    const message = parseToPreview(event);
    if (message?.kind === 'show') {
      shown = message.view;
      root.render(<PreviewedForm view={shown} />);
    }
    if (message?.kind === 'texts' && shown)
      root.render(<PreviewedForm view={replaceTexts(shown, message.changed)} />);
    if (message?.kind === 'follow') follower.update(message.state);
    if (message?.kind === 'marks') marker.update(message.state);
    if (message?.kind !== 'inspect') return;
    isInspecting = message.state.isOn;
    inspector.update(message.state, message.takesFocus);
  });
  addEventListener('keydown', (event) => {
    if (!event.altKey || event.code !== 'KeyI') return;
    event.preventDefault();
    postToStudio({ kind: 'inspect', isOn: !isInspecting });
  });
  postToStudio({ kind: 'ready' });
}

const root = document.getElementById('preview');
if (root) startPreview(root);
