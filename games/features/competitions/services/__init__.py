"""What people do with competitions: set them up, enter, leave, put out, hand in, sign for."""
