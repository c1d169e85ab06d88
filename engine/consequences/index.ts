/** What changes for visitors from one version of a form to another: for whoever publishes, and for no visitor's page. */

export type { Consequence, ContentPage, SiteContent, Version } from './consequence.ts';
export { consequences } from './consequences.ts';
