import { createRoot } from 'react-dom/client';
import { GalleryApp } from './gallery-app.tsx';
import '../studio/ui/styles/fonts.css';
import './styles/gallery.css';

const root = document.getElementById('gallery');
if (root) createRoot(root).render(<GalleryApp />);
