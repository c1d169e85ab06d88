import '../../../../../src/site/styles/site.css';
import '../form.css';
