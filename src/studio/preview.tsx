import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { typeField, type Values } from '#engine';
import {
  ContactFormSection,
  type ContactFormSectionProps,
  draftKey,
  type FormView,
  modalIdPrefix,
  sectionIdPrefix,
  type Validators,
} from '../contact/index.ts';
import { createFollower } from './preview/follow.ts';
import { createInspector } from './preview/inspect.ts';
import { createMarker } from './preview/marks.ts';
import { type FromPreview, toPreview } from './preview/messages.ts';
import { withTexts } from './preview/with-texts.ts';
import type { PreviewView } from './protocol.ts';
import './styles/preview.css';

/** The section that the studio previews. A new version of the draft redraws it, and entered values stay. */
function Preview({ view }: { readonly view: PreviewView | undefined }): ReactNode {
  if (view?.kind !== 'form') return null;
  // Another example is another visitor, so its section starts empty. Another version of the draft is the same
  // visitor.
  const key = JSON.stringify([view.form.placement, view.entered]);
  return <Section key={key} form={view.form} entered={view.entered} />;
}

function Section({ form, entered }: { readonly form: FormView; readonly entered: Values }): ReactNode {
  const { validators: address, section, placement } = form;
  const inModal = placement === 'modal';
  const prefix = inModal ? modalIdPrefix : sectionIdPrefix;
  useState(() => enter(entered, prefix));
  useEntered(prefix);
  const validators = useMemo<Validators>(
    () => ({ load: (key) => import(/* @vite-ignore */ address.replace(':type', key)) }),
    [address],
  );
  const props: ContactFormSectionProps = {
    ...section,
    ...{ validators, inModal },
    isForLanding: placement === 'landing',
    submissionUrl: location.href,
    onSuccess: () => tell({ kind: 'sent' }),
  };
  return (
    <div className="st-preview-page">
      <ContactFormSection {...props} />
    </div>
  );
}

function tell(message: FromPreview): void {
  parent.postMessage(message, location.origin);
}

/**
 * Writes entered values into session storage, where a section reads its draft. If only the type is given, the
 * other stored values stay.
 */
function enter(entered: Values, prefix: string): void {
  const isTypeAlone = Object.keys(entered).every((name) => name === typeField);
  const values = { ...(isTypeAlone && valuesOf(prefix)), ...entered };
  sessionStorage.setItem(draftKey(location.pathname, prefix), JSON.stringify({ values }));
}

function valuesOf(prefix: string): Values {
  const text = sessionStorage.getItem(draftKey(location.pathname, prefix));
  const { values } = Object(JSON.parse(text ?? '{}')) as { readonly values?: Values };
  return values ?? {};
}

/** Longer than the delay after which a section stores what was entered. */
const settleMs = 350;

/** Reports the entered values to the studio after input has paused. */
function useEntered(prefix: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onInput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => tell({ kind: 'entered', values: valuesOf(prefix) }), settleMs);
    };
    onInput();
    addEventListener('input', onInput);
    addEventListener('change', onInput);
    return () => {
      clearTimeout(timer);
      removeEventListener('input', onInput);
      removeEventListener('change', onInput);
    };
  }, [prefix]);
}

function start(element: HTMLElement): void {
  const root = createRoot(element);
  const inspector = createInspector(element, [sectionIdPrefix, modalIdPrefix], {
    onPointed: (target) => tell({ kind: 'pointed', target }),
    onPicked: (target) => tell({ kind: 'picked', target }),
    onEnd: () => tell({ kind: 'inspect', isOn: false }),
  });
  const follower = createFollower(element, [sectionIdPrefix, modalIdPrefix], (field) =>
    tell({ kind: 'chosen', field }),
  );
  const marker = createMarker(element);
  let isInspecting = false;
  let shown: PreviewView | undefined;
  addEventListener('message', (event) => {
    const message = toPreview(event);
    if (message?.kind === 'show') {
      shown = message.view;
      root.render(<Preview view={shown} />);
    }
    if (message?.kind === 'texts' && shown) root.render(<Preview view={withTexts(shown, message.changed)} />);
    if (message?.kind === 'follow') follower.update(message.state);
    if (message?.kind === 'marks') marker.update(message.state);
    if (message?.kind !== 'inspect') return;
    isInspecting = message.state.isOn;
    inspector.update(message.state, message.takesFocus);
  });
  addEventListener('keydown', (event) => {
    if (!event.altKey || event.code !== 'KeyI') return;
    event.preventDefault();
    tell({ kind: 'inspect', isOn: !isInspecting });
  });
  tell({ kind: 'ready' });
}

const root = document.getElementById('preview');
if (root) start(root);
