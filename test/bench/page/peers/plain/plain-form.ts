import type { PageData } from '../page-data.ts';

/** Returns the fields of the service form as HTML without scripts. */
export function plainForm({ enquiryTypes, offices, selectedOffice }: PageData): string {
  const offered = offices.filter(({ services }) => services.includes('service'));
  return `<section id="ContactFormSection" class="form-section">
<h2>Tell us what she needs</h2>
<p>The more exactly you describe it, the better we can plan the work and the tide.</p>
<form class="form" method="post" enctype="multipart/form-data">
${wide('enquiry_type', 'What is it about? *', select('enquiry_type', enquiryTypes, 7))}
${wide('office_location', 'Office *', select('office_location', offered, selectedOffice))}
${field('name', 'Name *', '<input id="name" name="name" required maxlength="100" autocomplete="name">')}
${field('email', 'Email address *', '<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">')}
${field('phone', 'Phone number', '<input id="phone" name="phone" type="tel" autocomplete="tel">')}
${field('boat_model', 'Boat model', '<input id="boat_model" name="boat_model" maxlength="200">')}
${field('boat_location', 'Boat location', '<input id="boat_location" name="boat_location" maxlength="200">')}
${field('hin_number', 'Hull identification number (HIN)', '<input id="hin_number" name="hin_number" maxlength="200"><small>Marked on the stern, usually on the starboard side</small>')}
${wide('message', 'Message *', '<textarea id="message" name="message" required maxlength="5000" placeholder="How can we help?"></textarea>')}
${wide('upload', 'Photo', '<input id="upload" name="upload" type="file" accept="image/jpeg,image/png">')}
<button type="submit" class="send">Send message</button>
</form>
</section>`;
}

function field(name: string, label: string, control: string, className = 'field'): string {
  return `<div class="${className}"><label for="${name}">${label}</label>${control}</div>`;
}

function wide(name: string, label: string, control: string): string {
  return field(name, label, control, 'field field--wide');
}

function select(
  name: string,
  choices: readonly { readonly id: number; readonly label: string }[],
  chosen: number,
): string {
  const options = choices.map(
    ({ id, label }) => `<option value="${id}"${id === chosen ? ' selected' : ''}>${escaped(label)}</option>`,
  );
  return `<select id="${name}" name="${name}" required><option value="">Choose one</option>${options.join('')}</select>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
