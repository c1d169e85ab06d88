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
import type { PreviewMessage, PreviewView } from './protocol.ts';
import './styles/preview.css';

/** The section that the studio shows: drawn anew with each version of the draft, keeping what was entered. */
function Preview(): ReactNode {
  const [view, setView] = useState<PreviewView>();
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<PreviewMessage>) => {
      if (origin === location.origin && source === parent && data.kind === 'show') setView(data.view);
    };
    addEventListener('message', onMessage);
    parent.postMessage({ kind: 'ready' } satisfies PreviewMessage, location.origin);
    return () => removeEventListener('message', onMessage);
  }, []);
  if (view?.kind !== 'form') return null;
  // Another example is another visitor; another type is the same one, who has chosen that.
  const key = JSON.stringify([view.form.placement, view.entered]);
  return <Section key={key} form={view.form} entered={view.entered} />;
}

function Section({ form, entered }: { readonly form: FormView; readonly entered: Values }): ReactNode {
  const { validators: address, section, placement } = form;
  const inModal = placement === 'modal';
  useState(() => enter(entered, inModal ? modalIdPrefix : sectionIdPrefix));
  const validators = useMemo<Validators>(
    () => ({ load: (key) => import(/* @vite-ignore */ address.replace(':type', key)) }),
    [address],
  );
  const props: ContactFormSectionProps = {
    ...section,
    ...{ validators, inModal },
    isForLanding: placement === 'landing',
    submissionUrl: location.href,
  };
  return (
    <div className="st-preview-page">
      <ContactFormSection {...props} />
    </div>
  );
}

/** Puts what a visitor is to have entered where a section looks for it; where that is the type alone, over what there is. */
function enter(entered: Values, prefix: string): void {
  const key = draftKey(location.pathname, prefix);
  const isTypeAlone = Object.keys(entered).every((name) => name === typeField);
  const { values } = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}')) as { readonly values?: Values };
  sessionStorage.setItem(key, JSON.stringify({ values: { ...(isTypeAlone && values), ...entered } }));
}

const root = document.getElementById('preview');
if (root) createRoot(root).render(<Preview />);
