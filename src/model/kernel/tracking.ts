const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|gad_\w+|dclid|srsltid|_gl|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_[ce]id)$/;

/** Whether a parameter of an address only tells where its visitor comes from. It is written by others, into any address. */
export const isTracking = (parameter: string): boolean => TRACKING.test(parameter);
