import { hydrateRoot } from 'react-dom/client';
import type { Validators } from '../contact/index.ts';
import '#widgets/theme/theme.css';
import { dataId, formId, type PageData } from './data.ts';
import { PageForm } from './form.tsx';
import './styles/site.css';

/** Takes over the form that the server drew; the rest of the page stays as it is. */
function takeOver(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const data = JSON.parse(text) as PageData;
  hydrateRoot(root, <PageForm data={data} validators={validatorsAt(data.form.validators)} />);
}

/** The form's own server writes these modules; the address names the form's version, so that they never change. */
function validatorsAt(address: string): Validators {
  return { load: (typeKey) => import(/* @vite-ignore */ address.replace(':type', typeKey)) };
}

takeOver();
