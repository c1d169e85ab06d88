import { ContactFormSection, useForm } from 'slipway/react';
import 'slipway/theme.css';

const server: string = import.meta.env.VITE_SLIPWAY ?? 'http://localhost:4000';

export function Contact() {
  const { content } = useForm({ server, page: '/contact' });
  return (
    <ContactFormSection content={content} onSuccess={({ reference }) => console.log(`Sent: ${reference}`)}>
      <a href={`${server}/contact`}>Write to us</a>
    </ContactFormSection>
  );
}
