import { connection } from 'next/server';
import { ContactFormSection, fetchForm } from 'slipway/react';
import 'slipway/theme.css';

const server = process.env.SLIPWAY ?? 'http://localhost:4000';

export default async function Page() {
  await connection();
  const content = await fetchForm({ server, page: '/contact' }).catch((error) =>
    console.error(error.message),
  );
  return (
    <ContactFormSection name="contact" content={content} hydrate="intent">
      <a href={`${server}/contact`}>Write to us</a>
    </ContactFormSection>
  );
}
