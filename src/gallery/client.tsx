import { createRoot } from 'react-dom/client';
import { GalleryApp } from './gallery-app.tsx';
import './styles/gallery.css';

const root = document.getElementById('gallery');
if (root) createRoot(root).render(<GalleryApp />);
