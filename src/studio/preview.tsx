import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { typeField } from '#engine';
import { ContactFormSection, type ContactFormSectionProps, type Validators } from '../contact/index.ts';
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
  const wanted = view?.kind === 'form' ? view.entered[typeField] : undefined;
  useEffect(() => {
    if (wanted !== undefined) chooseType(String(wanted));
  }, [wanted]);
  const address = view?.kind === 'form' ? view.form.validators : '';
  const validators = useMemo<Validators>(
    () => ({ load: (key) => import(/* @vite-ignore */ address.replace(':type', key)) }),
    [address],
  );
  if (view?.kind !== 'form') return null;
  const props: ContactFormSectionProps = {
    ...view.form.section,
    validators,
    isForLanding: view.form.placement === 'landing',
    submissionUrl: location.href,
  };
  return (
    <div className="st-preview-page">
      <ContactFormSection {...props} />
    </div>
  );
}

/** Chooses the enquiry type that is being edited, as a visitor would; React hears of it by the event alone. */
function chooseType(id: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[name="${typeField}"]`);
  if (!select || select.value === id) return;
  select.value = id;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

const root = document.getElementById('preview');
if (root) createRoot(root).render(<Preview />);
