import type { PageData } from '../page-data.ts';

/** Returns the fields of the service form as HTML without scripts. */
export function createPlainForm({ enquiryTypes, offices, selectedOffice }: PageData): string {
  const offered = offices.filter(({ services }) => services.includes('service'));
  return `<section id="ContactFormSection" class="form-section">
<h2>Tell us what she needs</h2>
<p>The more exactly you describe it, the better we can plan the work and the tide.</p>
<form class="form" method="post" enctype="multipart/form-data">
${createWideField('enquiry_type', 'What is it about? *', createSelect('enquiry_type', enquiryTypes, 7))}
${createWideField('office_location', 'Office *', createSelect('office_location', offered, selectedOffice))}
${createField('name', 'Name *', '<input id="name" name="name" required maxlength="100" autocomplete="name">')}
${createField('email', 'Email address *', '<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">')}
${createField('phone', 'Phone number', '<input id="phone" name="phone" type="tel" autocomplete="tel">')}
${createField('boat_model', 'Boat model', '<input id="boat_model" name="boat_model" maxlength="200">')}
${createField('boat_location', 'Boat location', '<input id="boat_location" name="boat_location" maxlength="200">')}
${createField('hin_number', 'Hull identification number (HIN)', '<input id="hin_number" name="hin_number" maxlength="200"><small>Marked on the stern, usually on the starboard side</small>')}
${createWideField('message', 'Message *', '<textarea id="message" name="message" required maxlength="5000" placeholder="How can we help?"></textarea>')}
${createWideField('upload', 'Photo', '<input id="upload" name="upload" type="file" accept="image/jpeg,image/png">')}
<button type="submit" class="send">Send message</button>
</form>
</section>`;
}

function createField(name: string, label: string, control: string, className = 'field'): string {
  return `<div class="${className}"><label for="${name}">${label}</label>${control}</div>`;
}

function createWideField(name: string, label: string, control: string): string {
  return createField(name, label, control, 'field field--wide');
}

function createSelect(
  name: string,
  choices: readonly { readonly id: number; readonly label: string }[],
  chosen: number,
): string {
  const options = choices.map(
    ({ id, label }) =>
      `<option value="${id}"${id === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`,
  );
  return `<select id="${name}" name="${name}" required><option value="">Choose one</option>${options.join('')}</select>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
