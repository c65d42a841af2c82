"""The desk's pages, forms and streams, and the port that they are asked at."""
