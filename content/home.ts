export const hero = {
  headline: 'Which tools does your crew need next?',
  tagline: 'Quality hand tools and power tools, sold by the carton to trade buyers worldwide.',
} as const;

/** Four names, each set in its own cut of the two typefaces. A demonstration shows the samples; put your own in `own`. */
export const partners: Readonly<Record<'own' | 'samples', readonly string[]>> = {
  own: [],
  samples: ['Halden Forge', 'NORDIC STEEL', 'Brightwell & Sons', 'kobaltworks'],
};
