/** The address at which YouTube sets no cookie before the video plays. */
export const videoAddress = (video: string): string =>
  `https://www.youtube-nocookie.com/embed/${encodeURIComponent(video)}`;
